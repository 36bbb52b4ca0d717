"""What people state as conditions (days, orders, owners, amounts), decided by a solver, not by a guess."""

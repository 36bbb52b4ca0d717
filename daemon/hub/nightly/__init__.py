"""What is done at night, each as an operation that a person can call by hand as well."""

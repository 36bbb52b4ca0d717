"""The pages, a module for each: `install(app, site)` adds its addresses."""

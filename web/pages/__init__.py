"""The pages, one module each: `install(app, site)` adds its routes."""

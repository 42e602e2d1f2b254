"""What a task earns, months that are paid, sheets and timesheets."""

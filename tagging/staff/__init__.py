"""What all of staff's lists of tagging share: labels, filters, the picture beside a record."""

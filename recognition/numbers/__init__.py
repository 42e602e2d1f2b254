"""What a start number is: start lists, rules, judging, known texts, links to runners."""

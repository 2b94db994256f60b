/** Words of what only a person can say about prints. */
export const ledger = {
  unknown: {
    title: 'Was it printed? Nobody knows of 1 print | Were they printed? Nobody knows of {n} prints',
    text: 'The connection to the printer, or the controller, broke off while these were under way. Look at the products, first to last, and say so. Nothing is printed again by itself.',
    hint: 'For example: seen on the product',
    printed: {
      action: 'It was printed',
      title: 'Was "{print}" printed on {printer}?',
      detail: 'It counts as printed from now on, and its serial is on a product. This stays on record with your reason.',
      done: 'Printed: {print}',
    },
    void: {
      action: 'It was not printed',
      title: 'Was "{print}" not printed on {printer}?',
      detail: 'It counts as not printed from now on; its serial is never used again. This stays on record with your reason.',
      done: 'Not printed: {print}',
    },
  },
  gaps: {
    title: 'Products without a print',
    text: 'A trigger came, and nothing could be printed. No serial was spent on it.',
    more: 'Show more',
  },
  reprint: {
    action: 'Print again',
    title: 'Print "{print}" once more on {printer}?',
    detail:
      'It prints at once: the same picture with the same serial, and no row or counter moves. Take the first one away, so that no two products carry the same. It stays on record with your reason.',
    hint: 'For example: the label was torn',
    done: 'Printed once more on {printer}: {print}',
  },
  count: {
    title: 'The printer counts otherwise',
    text: 'By its own count {printer} made another number of marks than the prints of this controller explain. Somebody may have printed by hand, or reset its count. Find out why, then take its count as it is.',
    counted: 'Marks by the printer',
    explained: 'Explained by prints',
    action: 'Take its count',
    hint: 'For example: test prints by hand after cleaning',
    confirmTitle: 'Take the count of {printer} as it is?',
    confirmDetail:
      'Its {counted} marks are taken as right; {explained} of them are explained by prints. This stays on record with your reason.',
    done: 'The count of {printer} was taken',
  },
};

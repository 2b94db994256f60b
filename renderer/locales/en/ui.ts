/** Words of the plain components. */
export const ui = {
  cancel: 'Cancel',
  close: 'Close',
  clearSearch: 'Clear search',
  dismiss: 'Dismiss',
  loading: 'Loading',
  notices: 'Notices',
  noPicture: 'No picture',
  pictureFailed: 'The picture cannot be shown',
  tryAgain: 'Try again',
  reason: {
    label: 'Reason',
    hint: 'It stands in the journal.',
    missing: 'A reason is needed: it stays on record.',
    tooLong: 'At most {n} characters.',
  },
  number: {
    missing: 'A number is needed here.',
    notANumber: 'This is not a number.',
    notWhole: 'Only whole numbers are possible here.',
    tooSmall: 'At least {min}.',
    tooBig: 'At most {max}.',
  },
};

/** Words of the page that shows what an update changed in the labels. */
export const labelProofs = {
  title: 'Labels after the update',
  back: 'Back to the labels',
  notice:
    'After the update to {version}, 1 of {labels} labels is not as before | After the update to {version}, {n} of {labels} labels are not as before',
  noticeText:
    'It prints as it is drawn now. Look at it before it is printed. | They print as they are drawn now. Look at them before they are printed.',
  look: 'Look at it | Look at them',
  none: 'Nothing is left to be looked at',
  noneText: 'Labels that version {version} of the controller draws otherwise than the version before it stand here.',
  running: 'Every label is drawn again in the background: 1 is left | Every label is drawn again in the background: {n} are left',
  progress: 'Labels that were drawn again',
  accept: 'Accept',
  acceptOne: 'Accept the label {name} as it is drawn now',
  acceptAll: 'Accept it | Accept all {n}',
  accepted: '1 label accepted | {n} labels accepted',
  compared: 'Version {before} of the controller beside {version}, drawn again {moment}',
  fontReplaced: 'A font of this label was replaced meanwhile: that may have changed it as well.',
  stillRefused: 'It cannot be selected until its test passes.',
  picture: 'What changed in {name}',
  both: 'in both',
  before: 'only before the update',
  after: 'only now',
  noExtension: 'This controller does not compare its labels',
  noExtensionText: 'It is an extension of Strobe that this controller does not have.',
  outcomes: {
    changed: 'Drawn differently',
    'test-failed': 'A test fails',
    'not-drawn': 'Cannot be drawn any more',
    same: 'As before',
  },
};

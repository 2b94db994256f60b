/** Words of giving something another name. */
export const renaming = {
  action: 'Rename',
  title: 'Rename "{name}"',
  name: 'New name',
  hint: 'Other programs that use the old name have to be told the new one.',
  confirm: 'Rename',
  done: '"{from}" is now "{to}".',
  none: 'This controller cannot rename.',
  unsaved: 'Save your changes of "{name}" or discard them first. Then it can be renamed.',
  waiting: 'Changes of "{name}" wait to be sent. Once they are sent or discarded, it can be renamed.',
  faults: {
    missing: 'A name is needed here.',
    taken: 'This name is taken already.',
    dots: 'A name cannot be only “.” or “..”.',
    control: 'A name has no line breaks and no control characters.',
    tooLong: 'A name has at most 255 characters.',
  },
};

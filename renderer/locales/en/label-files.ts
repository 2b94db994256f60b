/** Words of labels as files. */
export const labelFiles = {
  save: 'Save as a file',
  read: 'Import a file',
  title: 'Import the label of "{file}"',
  notLabel: '"{file}" is no label: a label is a JSON document such as "Save as a file" makes, or a file of ZPL.',
};

/** The type of a data field that is dragged onto the label; its content is the field's code. */
export const FIELD_TYPE = 'application/x-strobe-field';

/** Words about the scanner of a screen. */
export const scanner = {
  title: 'Scanner',
  note: 'A scanner that types like a keyboard is told from hands by its speed.',
  prefix: 'Characters before each scan',
  prefixHint: 'Empty, unless the scanner is set to send some. With them a scan is known for sure, also in a search field.',
  confirmCode: 'Code that says yes',
  confirmCodeHint: 'Scan it in place of pressing the key that confirms. Print it and hang it up. Empty: only the key confirms.',
  tooAlike: 'A product may have this code: take one with a letter.',
  try: 'Try it: scan something here',
  tryHint: 'Nothing is done with it.',
  heard: 'Heard as a scan: {text}',
  heardGtin: 'It is a GTIN: {gtin}',
  heardConfirm: 'It is the code that says yes.',
  heardAsTyping: 'This came like typing, not like a scan. Is the scanner set to send Enter at the end, and the characters before?',
};

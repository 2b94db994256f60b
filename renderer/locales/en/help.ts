/** Words of the help: the tour for the first time, and the keys. */
export const help = {
  title: 'Help',
  text: 'The tour shows the way from a label to its print on the virtual printers of this computer. Nothing real is printed.',
  takeTour: 'Take the tour',
  showKeys: 'Show the keys',
  offer: 'New here? A tour of six steps shows the way to the first print, on virtual printers.',
  notNow: 'Not now',
  tour: {
    title: 'Tour, step {n} of {count}: {name}',
    back: 'Back',
    next: 'Next',
    end: 'End the tour',
    done: 'The tour is over. It can be taken again from the display settings.',
    steps: {
      monitor: {
        title: 'The monitor',
        text: 'Each printer has a tile: its state in a word, the picture of its next print, the count, and the age of what you see. Colour means that something needs you. Press the name of a printer to go on, or Next.',
      },
      printer: {
        title: 'A printer',
        text: 'Select a label here under "Select", with a row of a table where the label needs one. You see exactly what will print before you say yes. Then press Trigger: each press is one product.',
      },
      stop: {
        title: 'Stopping',
        text: 'Abort is always at the same place on the page of a printer, and nothing lies over it. It ends the print job; it is no emergency stop. What was printed until then stays in the list of the last prints.',
      },
      labels: {
        title: 'Labels',
        text: 'Labels are shown as they print. Open one to change it: every save makes a version, and each version can be compared and brought back.',
      },
      tables: {
        title: 'Tables and the scanner',
        text: 'Tables hold what differs from product to product. Import one as CSV. After that a scan of a product is enough: its row is found, and you confirm the picture. The barcode at the top right starts it without a scanner.',
      },
      alarms: {
        title: 'Alarms and the journal',
        text: 'Every alarm says its cause, what follows, and what to do. The journal keeps what happened, and who did it. That is all: try it on the virtual printers.',
      },
    },
  },
  keys: {
    title: 'Keys',
    text: 'Everything on these pages works without a mouse.',
    groups: { everywhere: 'Everywhere', choices: 'Tabs and choices', label: 'In the text of a label', wall: 'On the wall screen' },
    everywhere: {
      next: { keys: 'Tab', text: 'to the next thing that can be pressed; with Shift to the one before' },
      skip: { keys: 'Tab, Enter', text: 'right after a page opens: past the navigation to its content' },
      press: { keys: 'Enter or Space', text: 'presses it' },
      close: { keys: 'Escape', text: 'closes a dialog without doing anything' },
      help: { keys: '?', text: 'shows this list, outside of fields' },
    },
    choices: {
      move: { keys: 'Arrow keys', text: 'go to the tab beside, or to the choice above and below' },
      ends: { keys: 'Home, End', text: 'go to the first and the last tab' },
    },
    label: {
      save: { keys: 'Ctrl + S', text: 'saves the label' },
      undo: { keys: 'Ctrl + Z', text: 'takes back what was written' },
      indent: { keys: 'Tab', text: 'indents' },
      leave: { keys: 'Escape, Tab', text: 'leaves the text' },
    },
    wall: {
      pause: { keys: 'Space', text: 'pauses, and goes on' },
      turn: { keys: 'Arrow left, arrow right', text: 'turn to the line before and after' },
    },
  },
};

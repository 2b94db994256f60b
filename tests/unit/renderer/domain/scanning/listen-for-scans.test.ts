import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listenForScans, type ScanPlace } from '#renderer/domain/scanning/listen-for-scans.ts';

const PRODUCT = '9521234510000';
let heard: [string, ScanPlace][];
let isTaken: boolean;
let prefix: string;
let stop: () => void;
let at = 0;

beforeEach(() => {
  heard = [];
  isTaken = true;
  prefix = '';
  stop = listenForScans(document, { prefix: () => prefix, scanned: (text, place) => (heard.push([text, place]), isTaken) });
});

afterEach(() => {
  stop();
  document.body.innerHTML = '';
});

/**
 * Presses keys like a scanner (30 ms) or a person (150 ms); keys that are not prevented are typed into the focused field. Returns those.
 */
function press(keys: readonly string[], pause = 30): string[] {
  at += 1_000;
  return keys.filter((key) => {
    at += pause;
    const isControl = key === '\x1d';
    const event = new KeyboardEvent('keydown', { key: isControl ? ']' : key, ctrlKey: isControl, bubbles: true, cancelable: true });
    Object.defineProperty(event, 'timeStamp', { value: at });
    const focused = document.activeElement ?? document.body;
    const isThrough = focused.dispatchEvent(event);
    if (isThrough && key.length === 1 && focused instanceof HTMLInputElement) focused.value += key;
    return isThrough;
  });
}

function focusOn(html: string): HTMLElement {
  document.body.innerHTML = html;
  const element = document.body.firstElementChild as HTMLElement;
  element.focus();
  return element;
}

describe('H23 the scanner on any screen', () => {
  it('is detected without focus', () => {
    press([...PRODUCT, 'Enter']);
    expect(heard).toEqual([[PRODUCT, 'page']]);
  });

  it('presses no button: neither by Enter, nor by its second Enter, nor by a space within the code', () => {
    focusOn('<button>Trigger</button>');
    expect(press([...'LINE 12', 'Enter', 'Enter'])).toEqual(['L']);
    expect(heard).toEqual([['LINE 12', 'page']]);
  });

  it('leaves spaces to an operator who presses check boxes and buttons, however quickly', () => {
    focusOn('<input type="checkbox" />');
    expect(press([' ', ' ', ' '])).toEqual([' ', ' ', ' ']);
    expect(press([' ', ...PRODUCT, 'Enter'])).toEqual([' ', '9']);
    expect(heard).toEqual([[PRODUCT, 'page']]);
  });

  it('presses nothing with a scan that is not handled', () => {
    isTaken = false;
    focusOn('<button>Trigger</button>');
    expect(press([...PRODUCT, 'Enter'])).toEqual(['9']);
  });

  it('passes FNC1 on', () => {
    press([...'21ab', '\x1d', ...'10cd', 'Enter']);
    expect(heard).toEqual([['21ab\x1d10cd', 'page']]);
  });

  it('leaves typed text in a field, with its Enter', () => {
    const field = focusOn('<input type="text" />') as HTMLInputElement;
    expect(press([...PRODUCT, 'Enter'], 150)).toHaveLength(14);
    expect([field.value, heard]).toEqual([PRODUCT, []]);
  });

  it('restores a field if the scan was for the page', () => {
    const field = focusOn('<input type="text" value="12" />') as HTMLInputElement;
    expect(press([...PRODUCT, 'Enter'])).not.toContain('Enter');
    expect([field.value, heard]).toEqual(['12', [[PRODUCT, 'field']]]);
  });

  it('leaves a scan in its field if it is not handled', () => {
    isTaken = false;
    const field = focusOn('<input type="text" />') as HTMLInputElement;
    expect(press([...PRODUCT, 'Enter'])).toContain('Enter');
    expect(field.value).toBe(PRODUCT);
  });

  it('leaves a scan in a search field, unless a prefix identifies it', () => {
    const field = focusOn('<input type="search" />') as HTMLInputElement;
    press([...PRODUCT, 'Enter']);
    expect([field.value, heard]).toEqual([PRODUCT, []]);
    field.value = '';
    prefix = '~';
    press([...'~', ...PRODUCT, 'Enter']);
    expect([field.value, heard]).toEqual(['', [[PRODUCT, 'field']]]);
  });

  it('restores the option that the first character changed in a list', () => {
    const list = focusOn('<select><option>Food</option><option>95</option></select>') as HTMLSelectElement;
    list.addEventListener('keydown', (event) => event.key === '9' && (list.value = '95'));
    press([...PRODUCT, 'Enter']);
    expect([list.value, heard.length]).toEqual(['Food', 1]);
  });

  it('ignores keyboard shortcuts', () => {
    const isThrough = ['a', 'c', 'v', 'x', 'z'].every((key) => {
      const event = new KeyboardEvent('keydown', { key, ctrlKey: true, bubbles: true, cancelable: true });
      return document.body.dispatchEvent(event);
    });
    press(['Enter'], 10);
    expect([isThrough, heard]).toEqual([true, []]);
  });
});

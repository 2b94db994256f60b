import { ScanBurst } from './scan-burst.ts';

/** Where the scanner typed: into a field, or somewhere that takes no text. */
export type ScanPlace = 'page' | 'field';

export interface ScanListener {
  prefix: () => string;
  /** Takes a scan, or leaves it (false). What is left stays in its field as if it had been typed there. */
  scanned: (text: string, place: ScanPlace) => boolean;
}

/** Enter that comes so soon after a scan is the scanner's second one, in milliseconds. */
const SECOND_END = 150;
const TEXT_INPUTS = new Set(['text', 'search', 'password', 'email', 'tel', 'url', 'number', 'date']);

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Hears the scanner that types like a keyboard, until the returned function is called. What a person types goes where it always goes.
 * Outside of fields no key of a scan presses anything, its Enter least of all; a field that a scan was taken from is as it was before.
 */
export function listenForScans(target: Document, { prefix, scanned }: ScanListener): () => void {
  const burst = new ScanBurst();
  let field: Field | undefined;
  let before = '';
  let scannedAt = -Infinity;

  function begin(): void {
    field = fieldOf(target.activeElement);
    before = field?.value ?? '';
  }

  /** Gives a field back what was in it, and tells its owner. */
  function restore(): void {
    if (!field || field.value === before) return;
    field.value = before;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    if (field instanceof HTMLSelectElement) field.dispatchEvent(new Event('change', { bubbles: true }));
  }

  function finish(text: string, event: KeyboardEvent): void {
    const place = takesText(field) ? 'field' : 'page';
    // A long text and a search are for whatever is put into them; only a prefix says that a scan is something else.
    const isFor = place === 'page' || prefix() !== '' || !isOpenField(field);
    const isTaken = isFor && scanned(text, place);
    if (!isTaken && place === 'field') return;
    swallow(event);
    scannedAt = event.timeStamp;
    restore();
  }

  function press(event: KeyboardEvent): void {
    if (event.isComposing || MODIFIERS.has(event.key)) return;
    if (event.key === 'Enter' && event.timeStamp - scannedAt < SECOND_END) return swallow(event);
    const step = burst.press(event.repeat ? 'Repeat' : keyOf(event), event.timeStamp, prefix());
    if (step.kind === 'scan') finish(step.text, event);
    else if (step.kind === 'first') begin();
    else if (step.kind === 'quick' && !takesText(field)) swallow(event);
  }

  target.addEventListener('keydown', press, { capture: true });
  return () => {
    target.removeEventListener('keydown', press, { capture: true });
  };
}

const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock']);

/** Scanners send FNC1 as the control character that it is, which a keyboard writes with Ctrl and `]`. Other shortcuts are no characters. */
function keyOf({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): string {
  if (ctrlKey && !altKey && key === ']') return '\x1d';
  return metaKey || ctrlKey !== altKey ? 'Shortcut' : key;
}

function fieldOf(element: Element | null): Field | undefined {
  const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement;
  return isField ? element : undefined;
}

function takesText(field: Field | undefined): boolean {
  return field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && TEXT_INPUTS.has(field.type));
}

function isOpenField(field: Field | undefined): boolean {
  return field instanceof HTMLTextAreaElement || field?.type === 'search';
}

function swallow(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

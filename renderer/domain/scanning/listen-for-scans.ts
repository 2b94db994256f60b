import { ScanBurst } from './scan-burst.ts';

/** Where the scanner typed: into a field, or elsewhere on the page. */
export type ScanPlace = 'page' | 'field';

export interface ScanListener {
  /** Follows the keys; to be asked whether a scanner is typing. */
  burst?: ScanBurst;
  prefix: () => string;
  /** Handles a scan, or returns false; the text of a scan that is not handled stays in its field as if it had been typed. */
  scanned: (text: string, place: ScanPlace) => boolean;
}

/** Milliseconds. An Enter this soon after a scan is the scanner's second line end. */
const SECOND_END = 150;
const TEXT_INPUTS = new Set(['text', 'search', 'password', 'email', 'tel', 'url', 'number', 'date']);

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Detects the scans of a keyboard-emulating scanner until the returned function is called. Typing is not affected. Outside of fields the
 * keys of a scan, in particular its Enter, trigger nothing; a field that a scan was taken from gets its earlier content back.
 */
export function listenForScans(target: Document, { burst = new ScanBurst(), prefix, scanned }: ScanListener): () => void {
  let field: Field | undefined;
  let before = '';
  let scannedAt = -Infinity;

  function begin(): void {
    field = fieldOf(target.activeElement);
    before = field?.value ?? '';
  }

  /** Restores the content of a field and fires its input event. */
  function restore(): void {
    if (!field || field.value === before) return;
    field.value = before;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    if (field instanceof HTMLSelectElement) field.dispatchEvent(new Event('change', { bubbles: true }));
  }

  function finish(text: string, event: KeyboardEvent): void {
    const place = takesText(field) ? 'field' : 'page';
    // A text area and a search field accept any scan as text; there only a prefix identifies a scan for the page.
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

/** Scanners send FNC1 as its control character, which arrives as Ctrl and `]`. Other key combinations are not characters. */
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

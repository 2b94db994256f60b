import { useEventListener } from '@vueuse/core';
import { useScannerStore } from '../../stores/scanning/scanner.ts';

/** Function keys: scanners and operators type none of them, and browsers leave these to the page. */
export const OPERATE_KEYS = { trigger: 'F8', abort: 'F9' } as const;

const FIELDS = 'input, textarea, select, [contenteditable]';
const DIALOGS = '[role="dialog"], [role="alertdialog"]';

/**
 * Runs a command for its key, wherever the focus is on the page: not in a field or a dialog, not while a scanner types, and once for a key
 * that is held down.
 */
export function useOperateKeys(commands: Readonly<Record<keyof typeof OPERATE_KEYS, () => void>>): void {
  const scanner = useScannerStore();

  function isElsewhere({ target, timeStamp }: KeyboardEvent): boolean {
    const isField = target instanceof Element && target.closest(FIELDS) !== null;
    return isField || document.querySelector(DIALOGS) !== null || scanner.isTyping(timeStamp);
  }

  useEventListener(document, 'keydown', (event: KeyboardEvent) => {
    const command = (['trigger', 'abort'] as const).find((name) => OPERATE_KEYS[name] === event.key);
    if (!command || event.repeat || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || isElsewhere(event)) return;
    event.preventDefault();
    commands[command]();
  });
}

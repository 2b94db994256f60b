import { defineStore } from 'pinia';
import { ref, watch } from 'vue';
import { listenForScans, type ScanPlace } from '../composables/listen-for-scans.ts';
import { readScan, type Scan } from '../composables/read-scan.ts';

/** Takes a scan (true), or leaves it to whoever listened before. */
export type ScanHandler = (scan: Scan, place: ScanPlace) => boolean;

const PREFIX = 'strobe.scanner.prefix';
const CONFIRM = 'strobe.scanner.confirm';

/** The scanner of this screen: how it is told from typing, the code that says yes, and who listens to it. */
export const useScannerStore = defineStore('scanner', () => {
  const prefix = kept(PREFIX);
  const confirmCode = kept(CONFIRM);
  const handlers: ScanHandler[] = [];
  /** Grows each time that somebody without a scanner in the hand wants to begin. */
  const asked = ref(0);

  function kept(key: string) {
    const value = ref(localStorage.getItem(key) ?? '');
    watch(value, (next) => {
      localStorage.setItem(key, next);
    });
    return value;
  }

  /** The last one to listen is asked first. */
  function listen(handler: ScanHandler): () => void {
    handlers.push(handler);
    return () => {
      handlers.splice(handlers.indexOf(handler), 1);
    };
  }

  function start(): () => void {
    return listenForScans(document, {
      prefix: () => prefix.value,
      scanned: (text, place) => {
        const scan = readScan(text);
        return handlers.toReversed().some((handler) => handler(scan, place));
      },
    });
  }

  function ask(): void {
    asked.value += 1;
  }

  return { prefix, confirmCode, asked, ask, listen, start };
});

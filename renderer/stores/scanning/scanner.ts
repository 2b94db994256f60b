import { defineStore } from 'pinia';
import { ref, shallowRef } from 'vue';
import { usePersistentText } from '../../composables/use-persistent-ref.ts';
import { listenForScans, type ScanPlace } from '../../domain/scanning/listen-for-scans.ts';
import { ScanBurst } from '../../domain/scanning/scan-burst.ts';
import type { FoundRow } from '../../domain/scanning/find-rows.ts';
import { readScan, type Scan } from '../../domain/scanning/read-scan.ts';

/** Handles a scan and returns true, or returns false to pass it to the handler that was registered before. */
export type ScanHandler = (scan: Scan, place: ScanPlace) => boolean;

const PREFIX = 'strobe.scanner.prefix';
const CONFIRM = 'strobe.scanner.confirm';
/** Milliseconds that a scan waits for the first handler. */
const EARLY_LIMIT = 5_000;

/** The barcode scanner of this screen: the prefix that distinguishes a scan from typing, the code that confirms, and the registered handlers. */
export const useScannerStore = defineStore('scanner', () => {
  const prefix = usePersistentText(PREFIX);
  const confirmCode = usePersistentText(CONFIRM);
  const handlers: ScanHandler[] = [];
  /** Gets every scan first, whatever was registered. */
  let badgeHandler: ScanHandler | undefined;
  const burst = new ScanBurst();
  /** A scan from before the first handler, which is loaded after the first screen, and when it came (performance.now()). */
  let early: { scan: Scan; at: number } | undefined;
  /** Grows by one each time the operator starts the scan workflow with a button instead of a scan. */
  const startRequests = ref(0);
  /** The table row that the operator last asked to print, as if it had been scanned. */
  const rowToPrint = shallowRef<FoundRow>();

  /** The handler that was registered last gets a scan first. Returns the function that removes the handler. */
  function listen(handler: ScanHandler): () => void {
    handlers.push(handler);
    if (early && performance.now() - early.at < EARLY_LIMIT) handler(early.scan, 'page');
    early = undefined;
    return () => {
      handlers.splice(handlers.indexOf(handler), 1);
    };
  }

  /** `handler` takes the badges of people, wherever they are scanned. */
  function listenForBadges(handler: ScanHandler): () => void {
    badgeHandler = handler;
    return () => (badgeHandler = undefined);
  }

  function start(): () => void {
    return listenForScans(document, {
      burst,
      prefix: () => prefix.value,
      scanned: (text, place) => {
        const scan = readScan(text);
        if (badgeHandler?.(scan, place)) return true;
        if (handlers.length === 0 && place === 'page') early = { scan, at: performance.now() };
        return handlers.toReversed().some((handler) => handler(scan, place));
      },
    });
  }

  /** Whether a scanner may be typing at the time of an event. */
  const isTyping = (at: number): boolean => burst.isTyping(at);

  function requestStart(): void {
    startRequests.value += 1;
  }

  function printRow(row: FoundRow): void {
    rowToPrint.value = row;
  }

  return { rowToPrint, printRow, prefix, confirmCode, startRequests, requestStart, listen, listenForBadges, start, isTyping };
});

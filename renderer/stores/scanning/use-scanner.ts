import { onScopeDispose } from 'vue';
import { useScannerStore, type ScanHandler } from './scanner.ts';

/** Registers a scan handler until the component is unmounted. */
export function useScanner(handler: ScanHandler): void {
  onScopeDispose(useScannerStore().listen(handler));
}

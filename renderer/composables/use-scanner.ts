import { onScopeDispose } from 'vue';
import { useScannerStore, type ScanHandler } from '../stores/scanner.ts';

/** Listens to the scanner as long as the component is there. */
export function useScanner(handler: ScanHandler): void {
  onScopeDispose(useScannerStore().listen(handler));
}

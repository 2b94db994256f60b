import { useRouter } from 'vue-router';
import type { Scan } from '../../domain/scanning/read-scan.ts';
import { useFleetStore } from '../../stores/fleet/fleet.ts';

/** Opens the page of the printer whose name was scanned; returns false if it is not the name of exactly one printer. */
export function usePrinterScan(): (scan: Scan) => boolean {
  const fleet = useFleetStore();
  const router = useRouter();
  return (scan) => {
    const [found, ...others] = fleet.printers.filter((cell) => cell.value.name === scan.text);
    if (!found || others.length > 0) return false;
    const { connection, name } = found.value;
    void router.push({ name: 'printer', params: { connection, printer: name } });
    return true;
  };
}

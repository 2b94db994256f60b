import { useRouter } from 'vue-router';
import type { Scan } from '../../composables/read-scan.ts';
import { useFleetStore } from '../../stores/fleet.ts';

/** Goes to the printer whose name was scanned; false when it is no printer's name, or that of several. */
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

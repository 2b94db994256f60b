import { useLoad } from '../../stores/use-load.ts';
import { printSize } from '../../domain/pictures/print-size.ts';

/** The size of the print in a picture; the last one stays while that of the next picture is read. */
export function usePrintSize(picture: () => Blob | undefined) {
  return useLoad(async () => {
    const blob = picture();
    return blob && (await printSize(blob));
  }, [picture]).value;
}

import type { Metric } from './exposition.ts';
import { gauge } from './print-figures.ts';

/** What the archive of the plant lacks; undefined without a plant. */
export type ReadArchiveFigures = () => Promise<{ waiting: number; refused: number; last_success: number | null } | undefined>;

/** The prints that wait for the archive of the plant. None without a plant. */
export async function plantFigures(read: ReadArchiveFigures): Promise<Metric[]> {
  const figures = await read();
  if (!figures) return [];
  const { waiting, refused, last_success: last } = figures;
  return [
    gauge('strobe_plant_waiting_prints', 'Prints that the archive of the plant does not have yet.', [{ value: waiting }]),
    gauge('strobe_plant_refused_prints', 'Prints that the plant refuses because of their content.', [{ value: refused }]),
    gauge(
      'strobe_plant_last_success_seconds',
      'When the plant last took prints, in seconds since 1970. Absent before it has.',
      last === null ? [] : [{ value: last / 1_000 }],
    ),
  ];
}

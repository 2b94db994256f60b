import { Random } from '#support/random.ts';
import type { Order } from '../fault-run.ts';
import { Station } from './station.ts';

/** Number of concurrent stations: starting one takes longer than killing it. */
const STATIONS = 2;
const REPORT_EVERY = 10;

/** Kills controllers repeatedly in the same data folders while they make and restore backups. */
export async function backups({ amount, seed, tell }: Order): Promise<string> {
  let kills = 0;
  let isOver = false;
  const shares = Array.from({ length: STATIONS }, (_, index) => Math.floor((amount + index) / STATIONS));
  const ends = await Promise.allSettled(
    shares.map(async (share, index) => {
      const station = new Station(new Random(seed + index));
      let isKept = false;
      try {
        await station.open();
        for (let kill = 1; kill <= share && !isOver; kill += 1) {
          await station.suffer();
          kills += 1;
          if (kills % REPORT_EVERY === 0) tell(`${kills} kills`);
        }
        await station.finish();
        return station;
      } catch (error) {
        [isOver, isKept] = [true, true];
        tell(`the evidence is in ${station.folder}`);
        throw error;
      } finally {
        await station.close(isKept);
      }
    }),
  );
  const stations = ends.map((end) => {
    if (end.status === 'rejected') throw end.reason;
    return end.value;
  });
  const sum = (figure: (station: Station) => number) => stations.reduce((total, station) => total + figure(station), 0);
  return [
    `${kills} kills of ${STATIONS} stations, ${sum(({ halves }) => halves)} of them left partial files, ${sum(({ restores }) => restores)} restores`,
    `${sum(({ files }) => files.looked)} backups, all whole`,
    `${sum(({ book }) => book.marks)} marks, 0 duplicate serials`,
    `0 of ${sum(({ book }) => book.acknowledged)} acknowledgements lost except those undone by a restore`,
    'no partial files remained after a start, and every subsequent backup succeeded',
  ].join('; ');
}

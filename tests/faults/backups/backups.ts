import { Random } from '#support/random.ts';
import type { Order } from '../fault-run.ts';
import { Station } from './station.ts';

/** Stations that are killed side by side: starting one takes longer than killing it. */
const STATIONS = 2;
const TOLD_EVERY = 10;

/** Kills controllers while they make backups and restore them, over and over in the same data folders. */
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
          if (kills % TOLD_EVERY === 0) tell(`${kills} kills`);
        }
        await station.finish();
        return station;
      } catch (error) {
        [isOver, isKept] = [true, true];
        tell(`what was seen is in ${station.folder}`);
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
    `${kills} kills of ${STATIONS} stations, ${sum(({ halves }) => halves)} of them left something half, ${sum(({ restores }) => restores)} restores`,
    `${sum(({ files }) => files.looked)} backups, all whole`,
    `${sum(({ book }) => book.marks)} marks, 0 serials twice`,
    `0 of ${sum(({ book }) => book.acknowledged)} acknowledgements lost but those that a restore forgot`,
    'nothing half was left after a start, and every next backup worked',
  ].join('; ');
}

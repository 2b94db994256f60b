import { stationContract, type StationClient } from '#contract/station/index.ts';

type Noun = keyof typeof stationContract;

/** All operations of these nouns as `noun.verb`. */
export function operationsOf(fits: (noun: Noun) => boolean): string[] {
  const nouns = (Object.keys(stationContract) as Noun[]).filter(fits);
  return nouns.flatMap((noun) => Object.keys(stationContract[noun]).map((verb) => `${noun}.${verb}`)).sort();
}

/** Records the operations that are called on a client. */
export function recording(client: StationClient, called: Set<string>): StationClient {
  const nouns = Object.entries(client).map(([noun, verbs]) => {
    const calls = Object.entries(verbs).map(([verb, call]) => {
      const noted = (...args: unknown[]): unknown => {
        called.add(`${noun}.${verb}`);
        return (call as (...args: unknown[]) => unknown)(...args);
      };
      return [verb, noted];
    });
    return [noun, Object.fromEntries(calls)];
  });
  return Object.fromEntries(nouns) as StationClient;
}

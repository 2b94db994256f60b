import { parentPort, workerData } from 'node:worker_threads';
import { Bonjour, type Service } from 'bonjour-service';
import { describeFound, SERVICES, type Announcement, type ServiceName } from './announcements.ts';
import type { SearchResult, SearchTask } from './printer-search.ts';

/** Entry of the search thread: asks the network for printers by multicast DNS, listens for a while, and ends. */

/** The most announcements of each service that are considered. */
const MAX_ANNOUNCEMENTS = 256;

const { duration, networkInterface } = workerData as SearchTask;

function announcementOf(service: ServiceName, { name, port, addresses = [], referer, txt }: Service): Announcement {
  return { service, name, port, addresses, sender: referer?.address ?? '', attributes: (txt ?? {}) as Record<string, unknown> };
}

/** Options of `multicast-dns`, which the types of the package do not name. */
const options: object = networkInterface === undefined ? {} : { interface: networkInterface, bind: '0.0.0.0' };
const bonjour = new Bonjour(options);
const browsers = SERVICES.map((service) => ({ service, browser: bonjour.find({ type: service }) }));
// A question may be lost: each is asked twice.
setTimeout(() => browsers.forEach(({ browser }) => browser.update()), duration / 3);
setTimeout(() => {
  const announcements = browsers.flatMap(({ service, browser }) =>
    browser.services.slice(0, MAX_ANNOUNCEMENTS).map((found) => announcementOf(service, found)),
  );
  parentPort?.postMessage({ printers: describeFound(announcements) } satisfies SearchResult);
  bonjour.destroy();
}, duration);

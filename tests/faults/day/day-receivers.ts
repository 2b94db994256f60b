import { setTimeout as wait } from 'node:timers/promises';
import { callApi } from '#support/call-api.ts';
import { Mosquitto } from '#support/mosquitto.ts';
import type { Random } from '#support/random.ts';
import { SmtpServer, type TakenEmail } from '#support/smtp-server.ts';
import { SparkplugHost } from '#support/sparkplug-host.ts';
import { WebhookReceiver, type Answer } from '#support/webhook-receiver.ts';
import type { DayPlan, Receiver } from './day-plan.ts';
import type { DayPlant } from './day-plant.ts';

/** The name of the host application, and of the webhook and the rule for e-mails. */
const HOST = 'Scada';
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
/** Milliseconds until a slow receiver answers. */
const SLOW = 800;

/** What a receiver of webhooks that is not well answers. */
const BAD_ANSWERS: readonly Answer[] = [
  (response) => void response.writeHead(503, { 'retry-after': '1' }).end(),
  (response) => void response.writeHead(302, { location: '/elsewhere' }).end(),
  (response) => void response.socket?.write('garbage\r\n\r\n', () => response.socket?.destroy()),
  (response) => void setTimeout(() => response.writeHead(204).end(), SLOW),
];

/** Everything that hears of the day: the host application at its MQTT server, the receiver of webhooks, and the mail server. */
export class DayReceivers {
  readonly webhook = new WebhookReceiver();
  readonly #broker: Mosquitto;
  readonly #random: Random;
  /** The host application after each of its starts. */
  readonly #hosts: SparkplugHost[] = [];
  readonly #mails: SmtpServer[] = [];

  private constructor(broker: Mosquitto, random: Random) {
    this.#broker = broker;
    this.#random = random;
  }

  /** Why the run is not possible here; undefined if it is. */
  static missing(): string | undefined {
    return Mosquitto.missing() ?? SmtpServer.missing();
  }

  static async start(random: Random): Promise<DayReceivers> {
    const receivers = new DayReceivers(await Mosquitto.start(), random);
    await receivers.#startHost();
    await receivers.webhook.start();
    receivers.#mails.push(await SmtpServer.start({ security: 'none' }));
    return receivers;
  }

  /** Rows of the print records of a printer, in the order of their arrival at the host. */
  records(printer: string): ReturnType<SparkplugHost['records']> {
    return this.#hosts.flatMap((host) => host.records(printer));
  }

  /** The value that a metric of a printer had last; undefined if it never came. */
  lastValue(printer: string, metric: string): unknown {
    const messages = this.#hosts.flatMap(({ messages: all }) => all).filter(({ device }) => device === printer);
    return messages.flatMap(({ metrics }) => metrics).findLast(({ name }) => name === metric)?.value;
  }

  get emails(): TakenEmail[] {
    return this.#mails.flatMap(({ emails }) => emails);
  }

  /** Tells the controller who is to be told. */
  async register(plant: DayPlant): Promise<void> {
    await plant.put('sparkplug', {
      ...{ isEnabled: true, servers: [{ url: this.#broker.url }], groupId: 'Plant', nodeId: 'Cell', primaryHostId: HOST },
    });
    await plant.put('webhooks/MES', { url: this.webhook.url, secret: SECRET, hasPrintRecords: true });
    await plant.put('email', {
      ...{ isEnabled: true, host: '127.0.0.1', port: this.#mails[0]?.port, security: 'none', sender: 'strobe@plant.example' },
      rules: [{ name: 'Alarms', to: ['shift@plant.example'], groupMinutes: 0 }],
    });
  }

  /** Nothing is told any more, and what was told is forgotten. */
  async forget(plant: DayPlant): Promise<void> {
    await callApi('DELETE', `${plant.site.url}/api/v3/webhooks/MES`);
    await plant.put('email', { isEnabled: false });
    this.webhook.messages.length = 0;
    for (const { emails } of this.#mails) emails.length = 0;
  }

  /** Lets the receivers be away as planned. Resolves when all are back. */
  async run({ outages }: Pick<DayPlan, 'outages'>, began: number): Promise<void> {
    const of = (...receivers: Receiver[]) => outages.filter(({ receiver }) => receivers.includes(receiver));
    // A host application cannot come back to a server that is away: one after the other.
    const groups = [of('broker', 'host').sort((one, other) => one.from - other.from), of('webhook'), of('mail')];
    await Promise.all(
      groups.map(async (group) => {
        for (const { receiver, from, to } of group) {
          await wait(Math.max(0, began + from - performance.now()));
          const returns = await this.#leave(receiver);
          await wait(to - from);
          await returns();
        }
      }),
    );
  }

  async close(): Promise<void> {
    await Promise.all([...this.#hosts.map((host) => host.end()), ...this.#mails.map((mail) => mail.stop())]);
    await Promise.all([this.webhook.stop(), this.#broker.stop()]);
  }

  /** A receiver is away. Returns what brings it back. */
  async #leave(receiver: Receiver): Promise<() => Promise<void>> {
    if (receiver === 'broker') return this.#killBroker();
    if (receiver === 'host') return this.#endHost();
    return receiver === 'mail' ? this.#stopMail() : this.#harmWebhook();
  }

  async #killBroker(): Promise<() => Promise<void>> {
    await this.#broker.kill();
    return async () => {
      await this.#broker.start();
      await this.#startHost();
    };
  }

  async #endHost(): Promise<() => Promise<void>> {
    const host = this.#hosts.at(-1);
    // It says that it is offline, and receives what is still on its way. Its will is published before its successor says something.
    await host?.say(false);
    return async () => {
      await host?.end();
      await this.#startHost();
    };
  }

  async #startHost(): Promise<void> {
    const host = await SparkplugHost.connect(this.#broker.url, HOST);
    this.#hosts.push(host);
    await host.say(true);
  }

  async #stopMail(): Promise<() => Promise<void>> {
    const mail = this.#mails.at(-1);
    await mail?.stop();
    return async () => {
      this.#mails.push(await SmtpServer.start({ security: 'none', ...(mail && { port: mail.port }) }));
    };
  }

  async #harmWebhook(): Promise<() => Promise<void>> {
    const { webhook } = this;
    // Without an answer it does not listen.
    const bad = BAD_ANSWERS[this.#random.whole(-1, BAD_ANSWERS.length - 1)];
    if (!bad) {
      await webhook.stop();
      return async () => void (await webhook.start());
    }
    const { usual } = webhook;
    webhook.usual = bad;
    return async () => {
      webhook.usual = usual;
    };
  }
}

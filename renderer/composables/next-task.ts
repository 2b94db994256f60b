/**
 * Resolves in a task of its own, after what waits already: a key that was pressed, a frame that is to be drawn. Not by a timer, which browsers
 * slow down.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

/** Resolves in a new task, after pending input and painting. Uses a message channel, because browsers throttle timers. */
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

/** Resolves in a new task after the next frame was painted. In a window that is not visible, it does not wait for a frame. */
export async function nextPaint(): Promise<void> {
  if (document.visibilityState === 'visible') await new Promise((resolve) => void requestAnimationFrame(resolve));
  await nextTask();
}

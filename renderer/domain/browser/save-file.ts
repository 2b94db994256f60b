/** Downloads the content as a file with this name. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  saveFrom(address, name);
  // The browser has read the URL by the next task.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}

/** Downloads what is at an address as a file with this name. */
export function saveFrom(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}

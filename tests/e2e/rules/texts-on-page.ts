/** Controls whose text does not fit, and elements outside of the screen. Runs in the browser. */
export function misfits(): string[] {
  const found = document.documentElement.scrollWidth > innerWidth ? [`the page is ${document.documentElement.scrollWidth} px wide`] : [];
  for (const element of document.querySelectorAll<HTMLElement>('button, a, h1, h2, h3, label, legend, th, dt, [role=tab]')) {
    const { left, right, width } = element.getBoundingClientRect();
    if (width === 0 || element.closest('.visually-hidden, .skip, [aria-hidden=true]')) continue;
    const words = element.innerText.trim();
    if (element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0) found.push(`cut: ${element.tagName} ${words}`);
    const scroller = element.closest<HTMLElement>('[tabindex="0"]');
    if (!scroller && (left < -1 || right > innerWidth + 1)) found.push(`outside: ${element.tagName} ${words}`);
  }
  return found;
}

/** Texts and accessible names on the page that are among the given ones. Runs in the browser. */
export function englishLeft(english: string[]): string[] {
  const given = new Set(english);
  const found: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) found.push(walker.currentNode.textContent?.trim() ?? '');
  for (const element of document.querySelectorAll('[aria-label], [alt], [title], [placeholder]')) {
    for (const name of ['aria-label', 'alt', 'title', 'placeholder']) found.push(element.getAttribute(name) ?? '');
  }
  return [...new Set(found)].filter((text) => given.has(text)).map((text) => `in English: ${text}`);
}

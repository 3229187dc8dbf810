/**
 * A page of a module in the console, contributed to `consolePages`: a custom element in a file of the folder `public/`.
 *
 * @example
 * const page: ConsolePage = {
 *   name: 'harbour',
 *   title: { en: 'Harbour', zh: '港口' },
 *   requires: 'harbour_boats',
 *   element: 'harbour-page',
 *   script: 'console.js',
 * };
 * export default { harbourConsole: contributes('consolePages', asValue(page)) };
 */
export interface ConsolePage {
  /** Last part of the address `/console/pages/<name>`: letters, digits, `_` and `-`. */
  readonly name: string;
  /** Entry of the menu in each language of the console. */
  readonly title: { readonly en: string; readonly zh: string };
  /** Permission that shows the page. Operations that the page calls check their callers themselves. */
  readonly requires: string;
  /** Name of the custom element, with a hyphen. */
  readonly element: string;
  /** File in the folder `public/` that defines the element, such as `console.js`. */
  readonly script: string;
}

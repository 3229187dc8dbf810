// Public interface for other modules: the input type of HTML.
export { htmlText } from './html_text.ts';

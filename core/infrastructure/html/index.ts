export { htmlText } from './html_text.ts';

import { render } from 'preact';
import { App } from './app.tsx';
import './main.css';

const root = document.getElementById('app');
if (root) {
  root.textContent = '';
  render(<App />, root);
}

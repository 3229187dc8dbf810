import { typePages } from './support/typed_pages.ts';

typePages(['README.md', 'docs/payments.md', 'docs/webhooks.md']);

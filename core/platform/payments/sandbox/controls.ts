import { randomInt } from 'node:crypto';
import type { Platform } from '../gateways/accounts.ts';
import type { WebhookSender, Receipt } from './webhook_sender.ts';
import type { SimulatedPayments, SimulatedPayment } from './simulated_payments.ts';
import { json, behaviours, type Behaviour, type GatewaySimulator, type Report } from './gateway_simulator.ts';
import type { SandboxAnswer, SandboxRequest, Tampering } from './gateway_simulator.ts';
import { escaped } from '../gateways/presentation.ts';
import { inYuan } from './amounts.ts';

export interface PayOptions extends Tampering {
  /** Number of reports, not counting retries; default: 1. */
  readonly times?: number;
  /** Whether no report is sent. */
  readonly silent?: boolean;
}

interface Parts {
  readonly payments: SimulatedPayments;
  readonly simulators: Readonly<Record<Platform, GatewaySimulator>>;
  readonly webhookSender: WebhookSender;
  readonly behaviour: Behaviour;
}

const harmless = new Set(['times', 'silent']);

/**
 * Controls of the sandbox: payments without a payer, and tampered reports.
 *
 * - `GET /payments/{sn}`: the payment, as JSON or as a page with a button.
 * - `POST /payments/{sn}/pay`: pays and sends the report; the body may hold `PayOptions` as JSON. A tampered report
 *   leaves the state of the payment unchanged.
 * - `POST /payments/{sn}/refund` with `{"amount": 100}`: refunds hundredths of RMB, as a merchant does at the site of the
 *   platform, and sends the report. LianLian reports no such refunds.
 * - `POST /payments/{sn}/replay`: sends the last report again, unchanged.
 * - `POST /mood` with `{"now": "away"}`: sets the behaviour of the payment platforms; `well` restores the normal
 *   behaviour.
 */
export class Controls {
  readonly #last = new Map<string, Report>();

  constructor(private readonly parts: Parts) {}

  async answer(request: SandboxRequest): Promise<SandboxAnswer | undefined> {
    const { method, path, headers, body } = request;
    if (method === 'POST' && path === '/mood') return this.#change(optionsIn(body));
    const [, sn, action] = /^\/payments\/([^/]+)(?:\/(pay|refund|replay))?$/.exec(path) ?? [];
    if (sn === undefined) return undefined;
    const payment = this.parts.payments.find(decodeURIComponent(sn));
    if (!payment)
      return json({ message: 'There is no such payment; first open the payment URL or submit the payment form.' }, 404);
    const isPage = (headers.accept ?? '').includes('text/html');
    if (method === 'POST' && action === 'pay') {
      const outcome = await this.#pay(payment, optionsIn(body));
      return isPage ? paymentPage(payment) : outcome;
    }
    if (method === 'POST' && action === 'refund') return this.#refund(payment, optionsIn(body));
    if (method === 'POST' && action === 'replay') return this.#replay(payment);
    return isPage ? paymentPage(payment) : json(shown(payment));
  }

  async #pay(payment: SimulatedPayment, options: PayOptions): Promise<SandboxAnswer> {
    const isTrue = Object.keys(options).every((name) => harmless.has(name));
    if (isTrue && payment.state !== 'waiting')
      return json({ message: `The payment is ${payment.state} already.` }, 409);
    if (isTrue) payment.state = 'paid';
    const receipts: Receipt[] = [];
    for (let time = 0; !options.silent && time < (options.times ?? 1); time++) {
      receipts.push(await this.#report(payment, options, isTrue && time === 0));
    }
    return json({ ...shown(payment), receipts });
  }

  async #refund(payment: SimulatedPayment, { amount = payment.amount }: PayOptions): Promise<SandboxAnswer> {
    const sn = randomInt(2 ** 47).toString();
    const { payments, simulators, webhookSender } = this.parts;
    if (payment.platform === 'lianlian' || payments.giveBack(payment, sn, amount) !== 'done')
      return json({ message: 'The payment cannot be refunded here.' }, 409);
    const report = await simulators[payment.platform].report(payment, {}, { sn, amount });
    this.#last.set(payment.sn, report);
    return json({ ...shown(payment), receipts: [await webhookSender.deliver(payment, report)] });
  }

  #report(payment: SimulatedPayment, options: PayOptions, isInsistent: boolean): Promise<Receipt> {
    const { webhookSender, simulators } = this.parts;
    const simulator = simulators[payment.platform];
    const make = async () => {
      const report = flipped(await simulator.report(payment, options), options.flip);
      this.#last.set(payment.sn, report);
      return report;
    };
    if (isInsistent) return webhookSender.deliverWithRetries(payment, make, simulator);
    return make().then((report) => webhookSender.deliver(payment, report));
  }

  async #replay(payment: SimulatedPayment): Promise<SandboxAnswer> {
    const last = this.#last.get(payment.sn);
    if (!last) return json({ message: 'No report was sent yet; pay the payment first.' }, 409);
    return json({ ...shown(payment), receipts: [await this.parts.webhookSender.deliver(payment, last)] });
  }

  #change({ now }: { readonly now?: unknown }): SandboxAnswer {
    const behaviour = behaviours.find((one) => one === now);
    if (!behaviour) return json({ message: `"now" must be one of ${behaviours.join(', ')}.` }, 422);
    this.parts.behaviour.now = behaviour;
    return json({ now: behaviour });
  }
}

function shown({ platform, sn, title, amount, state, platformSn, refunds, ...rest }: SimulatedPayment) {
  return { platform, sn, platformSn, title, amount, state, refunds: Object.fromEntries(refunds), ...rest };
}

/** Returns the options in a JSON body; none for another body, such as the form of a browser. */
function optionsIn(body: string): PayOptions & { readonly now?: unknown } {
  return body.startsWith('{') ? (JSON.parse(body) as PayOptions) : {};
}

function flipped(report: Report, at: number | undefined): Report {
  if (at === undefined) return report;
  const bytes = Buffer.from(report.body);
  const place = at % bytes.length;
  bytes[place] = (bytes[place] ?? 0) ^ 1;
  return { ...report, body: bytes.toString() };
}

/** Returns the page of a payment; a waiting payment has a button to pay. */
function paymentPage({ platform, sn, title, amount, state, returnUrl }: SimulatedPayment): SandboxAnswer {
  const path = `/payments/${encodeURIComponent(sn)}/pay`;
  const button = `<form method="post" action="${escaped(path)}"><button>Pay</button></form>`;
  const back = returnUrl === '' ? '' : `<p><a href="${escaped(returnUrl)}">Back to the school</a></p>`;
  return {
    status: 200,
    type: 'text/html; charset=utf-8',
    body: `<!doctype html>
<html>
<head><meta charset="utf-8"><title>Sandbox of ${escaped(platform)}</title></head>
<body>
<h1>${escaped(title)}</h1>
<p>${inYuan(amount)} RMB, trade ${escaped(sn)}: ${state}</p>
${state === 'waiting' ? button : back}
</body>
</html>
`,
  };
}

import { standardFailures } from 'lectern';
import type { Services } from 'lectern';
import { ForgedNotice, GatewayAway, type Gateway, type NoticeAnswer, type NoticeMessage } from '../gateway.ts';

type Needs = Pick<Services, 'gateways' | 'logger' | 'notices'>;

/**
 * Receives messages of payment platforms. Every response has the format of the payment platform, also after a failure.
 */
export class NoticeReception {
  readonly #gateways: Services['gateways'];
  readonly #logger: Services['logger'];
  readonly #notices: Services['notices'];

  constructor({ gateways, logger, notices }: Needs) {
    this.#gateways = gateways;
    this.#logger = logger;
    this.#notices = notices;
  }

  /** Processes a message and returns the response. @throws noSuchObject for an unknown gateway */
  async receive(name: string, message: NoticeMessage): Promise<NoticeAnswer> {
    const gateway = this.#gateways.find(name);
    if (!gateway)
      throw standardFailures.noSuchObject({ message: 'There is no such payment gateway; correct the address.' });
    try {
      const notice = await gateway.read(message);
      // Messages that report no payment are acknowledged and change nothing.
      const isAccepted = !notice?.paid || (await this.#notices.receive(name, notice)) === 'accepted';
      return gateway.answer(isAccepted);
    } catch (error) {
      return this.#failed(gateway, error);
    }
  }

  /** Logs the reason, never the content of the message, which may contain names and numbers of payers. */
  #failed(gateway: Gateway, error: unknown): NoticeAnswer {
    const { name } = gateway;
    if (error instanceof ForgedNotice) {
      this.#logger.warn(
        { gateway: name, reason: error.message },
        `A message of the payment platform to the gateway ${name} was refused: ${error.message}`,
      );
      return gateway.answer(false);
    }
    const cause = error instanceof GatewayAway ? { reason: error.message } : { err: error };
    this.#logger.error(
      { gateway: name, ...cause },
      `A message of the payment platform to the gateway ${name} could not be processed; it will be sent again`,
    );
    return { ...gateway.answer(false), status: 500 };
  }
}

import type { Command } from 'commander';
import { isUuid } from '../../domain/keys.ts';
import { AMOUNT_XAF_MAX, formatXaf } from '../../domain/money.ts';
import { createRefundsForMerchants } from '../../engine/desk/refunds/create-refund.ts';
import { type SendRefund, sendRefunds } from '../../engine/desk/refunds/send-refund.ts';
import { createRefundTold, sendRefundTold } from '../../engine/desk/refunds/sentences.ts';
import { findPayment, listRefundsUnderWay } from '../../engine/refunds/under-way.ts';
import { answer, CommandFailure, leaf, limitOption, table, utcMoment, wholeNumber } from '../output.ts';
import { withServices } from '../run.ts';
import { addWithdraw, type SignedOptions, staffLeaf, tell, withStaff } from '../staff.ts';

export function addRefundCommands(program: Command): void {
  const refunds = program.command('refunds').description('payments that go back to who paid them');
  leaf(refunds, 'list', 'what is to be sent, on its way, or unknown: the oldest first')
    .option(...limitOption)
    .action(list);
  staffLeaf(refunds, 'create <payment>', 'give a session or transaction back for its merchant')
    .option('--amount <xaf>', 'a part of it; left out: all that is left', wholeNumber(1, AMOUNT_XAF_MAX))
    .action(create);
  staffLeaf(refunds, 'send <refund>', 'say that you send it from a SIM now')
    .option('--number <msisdn>', 'the SIM; left out: the one that was paid')
    .option('--to <phone>', 'to which phone: where nothing shows whose phone paid')
    .action((id: string, options: Sending) => decide(id, 'send', options));
  staffLeaf(
    refunds,
    'fail <refund>',
    'say that it has certainly not gone; its merchant reads the note',
  ).action((id: string, options: SignedOptions) => decide(id, 'fail', options));
  addWithdraw(refunds, 'refund');
}

async function list({ limit, json }: { limit: number; json?: boolean }): Promise<void> {
  const { rows: refunds } = await withServices(({ services }) => listRefundsUnderWay(services, { limit }));
  const rows = refunds.map((one) => [
    one.id,
    one.merchant_name,
    one.reference,
    formatXaf(one.amount_xaf),
    one.to_phone_now ?? '-',
    one.via === 'rail' ? 'by the operator' : (one.msisdn ?? '-'),
    [
      one.state,
      ...(one.may_have_left ? ['a SIM may have sent it'] : []),
      ...(one.is_payer_unread ? ['nobody stands by the wording that named its payer'] : []),
    ].join(', '),
    utcMoment(one.sent_at ?? one.created_at),
    one.proposed_by ?? '-',
  ]);
  const heading = [
    'refund',
    'merchant',
    'reference',
    'amount',
    'to',
    'from',
    'state',
    'since',
    'proposed by',
  ];
  answer(json === true, { refunds }, table(heading, rows, 'No refund is under way.', limit));
}

async function create(payment_id: string, options: SignedOptions & { amount?: number }): Promise<void> {
  const amount_xaf = options.amount ?? null;
  const outcome = await withStaff(options, async ({ services, by }) => {
    const payment = isUuid(payment_id) ? await findPayment(services, payment_id) : null;
    if (payment === null) throw new CommandFailure(`There is no session or transaction ${payment_id}.`);
    const [made] = await createRefundsForMerchants(services, [{ ...payment, amount_xaf, ...by }]);
    if (made === undefined) throw new Error('one command has one outcome');
    return made;
  });
  tell(options.json, outcome, createRefundTold({ payment_id, amount_xaf }, outcome));
}

type Sending = SignedOptions & { number?: string; to?: string };

async function decide(refund_id: string, does: SendRefund['does'], options: Sending): Promise<void> {
  if (!isUuid(refund_id)) throw new CommandFailure(`${refund_id} is no id of a refund.`, 2);
  const { number, to } = options;
  const command = {
    ...{ refund_id, does },
    ...(number !== undefined && { number }),
    ...(to !== undefined && { to }),
  };
  const [outcome] = await withStaff(options, ({ services, by }) =>
    sendRefunds(services, [{ ...command, ...by }]),
  );
  if (outcome === undefined) throw new Error('one command has one outcome');
  tell(options.json, { refund_id, ...outcome }, sendRefundTold(command, outcome));
}

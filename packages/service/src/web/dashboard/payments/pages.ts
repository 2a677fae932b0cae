import type { AnyPage } from '../../frame/table.ts';
import { exportFile, exportPage } from './export.ts';
import { payments } from './list.ts';
import { cancelPayment, payment, resendWebhook } from './payment.ts';

export const PAYMENT_PAGES: readonly AnyPage[] = [
  payments,
  exportPage,
  exportFile,
  payment,
  cancelPayment,
  resendWebhook,
];

/** A merchant as stored. `fee_basis_points`: hundredths of a percent of the gross. */
export type MerchantRow = {
  id: string;
  name: string;
  kyc_status: 'PENDING' | 'APPROVED';
  operators: ('AIRTEL' | 'MOOV')[];
  fee_basis_points: number;
  created_at: Date;
  kyc_approved_at: Date | null;
  /** Where the checkout page leads back to. */
  return_url: string | null;
  /** The checkout page shows what the merchant wrote as a session's description. */
  shows_description: boolean;
};

export const MERCHANT_COLUMNS =
  'id, name, kyc_status, operators, fee_basis_points, created_at, kyc_approved_at, return_url, shows_description';

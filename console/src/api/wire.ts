// The shapes of signing in, which is not of the API.

export type Proof = 'code' | 'password' | 'sign_in';

export type SignedIn = {
  readonly session_id: string;
  readonly user_id: string;
  readonly user_name: string;
  readonly role: 'owner' | 'trader' | 'read_only';
  /** Whether it has end users of its own. */
  readonly is_partner: boolean;
  readonly has_password: boolean;
  readonly may_set_password: boolean;
  /** By what one proves to be there, before what lets others in. */
  readonly proof: Proof;
  readonly confirmed_until: string;
  readonly ends_at: string;
};

/** After a password or a link, where the user has an authenticator app. */
export type CodeNeeded = { readonly needs: 'code'; readonly ticket: string };

export type SessionRow = {
  readonly session_id: string;
  readonly is_own: boolean;
  readonly created_at: string;
  readonly last_seen_at: string;
  readonly ends_at: string;
  readonly address: string | null;
  readonly agent: string | null;
  readonly signed_in_by: 'password' | 'link' | 'passkey';
};

export type PasskeyRow = {
  readonly passkey_id: string;
  readonly name: string;
  readonly host: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
};

export type Factors = {
  readonly app: { readonly set_at: string; readonly recovery_codes_left: number } | null;
  readonly passkeys: readonly PasskeyRow[];
};

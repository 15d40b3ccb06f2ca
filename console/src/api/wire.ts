// The shape of a session, which is not of the API.

export type SignedIn = {
  readonly session_id: string;
  readonly user_name: string;
  readonly role: 'owner' | 'trader' | 'read_only';
  readonly has_password: boolean;
  readonly may_set_password: boolean;
  readonly ends_at: string;
};

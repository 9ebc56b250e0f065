/** What the lists of people can be sorted by; apart from their schemas, so that a screen loads these alone. */
export const userSorts = ["id", "name", "email", "created", "lastSeen"] as const;
export const activitySorts = ["lastSeen", "name", "signIns"] as const;

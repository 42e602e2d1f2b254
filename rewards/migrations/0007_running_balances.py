"""Each operation has the balance after it, and the moment when it was recorded.

The database writes both, so processes of the release before may go on inserting operations. The
next migration fills the columns of the operations that are there.
"""

from decimal import Decimal

from django.db import migrations, models
from django.db.models.functions import Now

COLUMNS = """
ALTER TABLE rewards_balanceoperation
    ADD COLUMN balance_after numeric(20, 2), ADD COLUMN recorded_on timestamptz;
ALTER TABLE rewards_balanceoperation
    ALTER COLUMN balance_after SET DEFAULT 0,
    ALTER COLUMN recorded_on SET DEFAULT statement_timestamp();
"""
NO_COLUMNS = """
ALTER TABLE rewards_balanceoperation DROP COLUMN balance_after, DROP COLUMN recorded_on;
"""

# The balance is locked until the transaction ends. So its operations are recorded one after the other,
# each later than the one before, also if the clock goes back. The update alone would lock it, too,
# but read the clock before it waits for the lock.
ADD_BEFORE = """
DROP TRIGGER rewards_balanceoperation_added ON rewards_balanceoperation;
CREATE OR REPLACE FUNCTION rewards_add_operation_to_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM rewards_balance WHERE participant_id = NEW.balance_id FOR NO KEY UPDATE;
    UPDATE rewards_balance
    SET amount = amount + NEW.amount, version = version + 1,
        updated_on = greatest(clock_timestamp(), updated_on + interval '1 microsecond')
    WHERE participant_id = NEW.balance_id
    RETURNING amount, updated_on INTO NEW.balance_after, NEW.recorded_on;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'There is no balance %.', NEW.balance_id
            USING ERRCODE = 'foreign_key_violation';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER rewards_balanceoperation_added
    BEFORE INSERT ON rewards_balanceoperation
    FOR EACH ROW WHEN (NEW.state = 'Accepted') EXECUTE FUNCTION rewards_add_operation_to_balance();
"""
ADD_AFTER = """
DROP TRIGGER rewards_balanceoperation_added ON rewards_balanceoperation;
CREATE OR REPLACE FUNCTION rewards_add_operation_to_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE rewards_balance
    SET amount = amount + NEW.amount, version = version + 1,
        updated_on = greatest(updated_on, NEW.created_on)
    WHERE participant_id = NEW.balance_id;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'There is no balance %.', NEW.balance_id
            USING ERRCODE = 'foreign_key_violation';
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER rewards_balanceoperation_added
    AFTER INSERT ON rewards_balanceoperation
    FOR EACH ROW WHEN (NEW.state = 'Accepted') EXECUTE FUNCTION rewards_add_operation_to_balance();
"""

# An INSERT … ON CONFLICT DO NOTHING runs the trigger above, and then perhaps inserts nothing.
EACH_CHANGE_HAS_ITS_OPERATION = """
CREATE FUNCTION rewards_find_operation_of_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (
        SELECT FROM rewards_balanceoperation
        WHERE balance_id = NEW.participant_id AND recorded_on = NEW.updated_on
    ) AND EXISTS (  -- not erased in the same transaction
        SELECT FROM rewards_balance WHERE participant_id = NEW.participant_id
    ) THEN
        RAISE EXCEPTION 'A balance changes by operations alone.'
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER rewards_balance_change_has_operation
    AFTER UPDATE OF amount ON rewards_balance DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (NEW.amount <> OLD.amount)
    EXECUTE FUNCTION rewards_find_operation_of_change();
"""
CHANGES_ARE_FREE = """
DROP TRIGGER rewards_balance_change_has_operation ON rewards_balance;
DROP FUNCTION rewards_find_operation_of_change();
"""


class Migration(migrations.Migration):
    dependencies = [("rewards", "0006_dry_run_budgets")]

    operations = [
        migrations.RunSQL(
            COLUMNS,
            NO_COLUMNS,
            state_operations=[
                migrations.AddField(
                    "balanceoperation",
                    "balance_after",
                    models.DecimalField(
                        decimal_places=2, db_default=Decimal(0), editable=False, max_digits=20
                    ),
                ),
                migrations.AddField(
                    "balanceoperation",
                    "recorded_on",
                    models.DateTimeField(db_default=Now(), editable=False),
                ),
            ],
        ),
        migrations.RunSQL(ADD_BEFORE, ADD_AFTER),
        migrations.RunSQL(EACH_CHANGE_HAS_ITS_OPERATION, CHANGES_ARE_FREE),
    ]
